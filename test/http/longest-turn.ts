/** The most processor time (ms) between two turns of the event loop until the task is done. */
export async function longestTurn(task: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  const turn = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
  }, 1);
  await task();
  clearInterval(turn);
  return longest;
}
