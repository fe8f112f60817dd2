import type { User } from '@dooryard/contract/users'

/** The values of a form about a user: a text for each field, empty where nothing is known. */
export const toUserTexts = <Field extends keyof User>(user: User, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Record<Field, string> // a text for each field

type Texts = Record<string, string>

/** What a form changes and nothing else, so that what was changed elsewhere meanwhile stays. */
export const pickChanges = <T extends Texts>(before: T, after: T) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== before[field]),
  ) as Partial<T> // fields of the form

/** What a form shows once it is saved: the server's answer, except for what was typed since the form was sent. */
export const mergeSaved = <T extends Texts>(sent: T, typed: T, answer: T) =>
  Object.fromEntries(
    Object.entries(answer).map(([field, text]) => [field, typed[field] === sent[field] ? text : typed[field]]),
  ) as T // the same fields
