import type { Services } from '../../platform/context.ts'
import { authenticateKey } from './authenticate-key.ts'
import { dayBefore } from './days-rules.ts'
import { isKeyText } from './key-text-rules.ts'
import { deleteDaysBefore } from './key-use.queries.ts'
import { callNotes } from './note-calls.ts'

/** What lets programs in, and takes note of what they do. */
export const keysOf = (services: Services) => ({
  isKeyText,
  authenticate: (key: string) => authenticateKey(services, key),
  ...callNotes(services),
})

/** Days that the use of a key is kept: a year, and some weeks to look back on it. */
export const keyUseKeptDays = 400

export const apiKeyChores = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => ({
  forgetOldKeyUse: () => deleteDaysBefore(db, dayBefore(clock.now(), keyUseKeptDays)),
})
