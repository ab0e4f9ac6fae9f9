import type { Client } from 'urql';
import { UNAUTHENTICATED } from '../gateway';
import { graphql } from '../gql';
import type { UpdateStopMutation } from '../gql/graphql';
import { day, outbox } from './kept';
import { type Edit, nextOf, onRecord, without } from './outbox';

const UpdateStop = graphql(`
  mutation UpdateStop($id: ID!, $input: UpdateTaskInput!, $version: Int) {
    updateTask(id: $id, input: $input, expectedVersion: $version) {
      __typename
      ... on Task {
        ...Stop
      }
      ... on TaskConflictError {
        record {
          ...Stop
        }
      }
      ... on UnauthorizedError {
        reason
        missingScope
      }
      ... on Error {
        message
      }
    }
  }
`);

type Answer = NonNullable<UpdateStopMutation['updateTask']> | { __typename: 'Refused'; message: string };

/** The queue after an answer to an edit. */
function after(queue: readonly Edit[], edit: Edit, answer: Answer): Edit[] {
  switch (answer.__typename) {
    case 'Task':
      return without(queue, edit, answer.version);
    case 'TaskConflictError':
      return onRecord(queue, answer.record);
    case 'NotFoundError':
      return refused(queue, edit, 'The office has given this task to somebody else, or has deleted it.');
    default:
      return refused(queue, edit, answer.message);
  }
}

const refused = (queue: readonly Edit[], edit: Edit, message: string): Edit[] =>
  queue.map((each) => (each.madeAt === edit.madeAt ? { ...each, refusal: { message } } : each));

let isSending = false;

/**
 * Sends what was written down, one edit after the other. Ends at the first that gets no answer: it is sent again, and
 * the gateway answers a repeat of what it has written with the record.
 */
export async function sendAll(client: Client): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let edit = nextOf(outbox.read()); edit !== undefined; edit = nextOf(outbox.read())) {
      const { id, input, version } = edit;
      const { data, error } = await client.mutation(UpdateStop, { id, input, version });
      const fatal = error?.graphQLErrors.find(
        ({ extensions: { code, retryable } }) => retryable !== true && code !== UNAUTHENTICATED,
      );
      const answer: Answer | null | undefined =
        data?.updateTask ?? (fatal && { __typename: 'Refused', message: fatal.message });
      // Without a token, nothing was judged.
      if (!answer || ('reason' in answer && answer.reason === UNAUTHENTICATED)) return;
      const sent = edit;
      const record = answer.__typename === 'Task' ? answer : 'record' in answer ? answer.record : undefined;
      if (record)
        day.change((kept) => kept && { ...kept, stops: kept.stops.map((stop) => (stop.id === id ? record : stop)) });
      outbox.change((queue) => after(queue, sent, answer));
    }
  } finally {
    isSending = false;
  }
}
