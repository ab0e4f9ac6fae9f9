/** An error that the operator can fix, such as an invalid setting. Programs print its message without a stack. */
export class StartupError extends Error {}
