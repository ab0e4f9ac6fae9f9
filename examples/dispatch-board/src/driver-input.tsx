import { type ComponentProps, useId } from 'react';
import { useQuery } from 'urql';
import { graphql } from './gql';

const Drivers = graphql(`
  query Drivers {
    taskAggregate(groupBy: [ASSIGNEE_ID], first: 1000) {
      groups {
        key {
          assigneeId
        }
      }
    }
  }
`);

/** Those who have or had tasks: the gateway knows no other names. */
export function useDrivers(): string[] {
  const [{ data }] = useQuery({ query: Drivers, requestPolicy: 'cache-and-network' });
  return (data?.taskAggregate?.groups ?? []).flatMap(({ key }) => key.assigneeId ?? []).toSorted();
}

/** Takes any name, and proposes those of `useDrivers`. */
export function DriverInput(props: ComponentProps<'input'>) {
  const list = useId();
  const drivers = useDrivers();
  return (
    <>
      <input autoComplete="off" placeholder="name or id" {...props} list={list} />
      <datalist id={list}>
        {drivers.map((driver) => (
          <option key={driver} value={driver} />
        ))}
      </datalist>
    </>
  );
}
