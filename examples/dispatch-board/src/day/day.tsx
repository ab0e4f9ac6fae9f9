import { useState } from 'react';
import { setAddress, useAddress } from '../address';
import { DriverInput } from '../driver-input';
import { dayOf } from '../new-task';
import { DriverDay } from './driver-day';

/** The day of a driver, whom the address names. */
export function Day() {
  const address = useAddress();
  const driver = address.get('plan') ?? '';
  const day = address.get('day') ?? dayOf(new Date());
  const [typed, setTyped] = useState(driver);
  const [shown, setShown] = useState(driver);
  // Chosen elsewhere in the page.
  if (shown !== driver) {
    setShown(driver);
    setTyped(driver);
  }
  return (
    <section aria-labelledby="day" className="day">
      <h2 id="day" tabIndex={-1}>
        {driver
          ? `Day of ${driver}, ${new Date(`${day}T12:00`).toLocaleDateString(undefined, { dateStyle: 'full' })}`
          : 'Day of a driver'}
      </h2>
      <form
        className="bar"
        onSubmit={(event) => {
          event.preventDefault();
          setAddress({ plan: typed.trim() });
        }}
      >
        <label htmlFor="plan">Driver</label>
        <DriverInput id="plan" required value={typed} onChange={({ target }) => setTyped(target.value)} />
        <label>
          Day{' '}
          <input
            type="date"
            required
            value={day}
            onChange={({ target }) => target.value && setAddress({ day: target.value })}
          />
        </label>
        <button type="submit">Plan</button>
      </form>
      {driver && <DriverDay key={`${driver} ${day}`} driver={driver} day={day} />}
    </section>
  );
}

/** Opens the day of a driver. */
export function openDay(driver: string): void {
  setAddress({ plan: driver });
  const heading = document.getElementById('day');
  heading?.scrollIntoView();
  heading?.focus();
}
