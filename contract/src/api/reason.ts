import { textLine } from './text.ts'

/**
 * The reason of an administrator's action: stored in the audit log, and shown to the affected user where documented.
 */
export const reason = textLine('A reason is required')
  .min(5, 'Please give a reason of at least 5 characters')
  .max(500, 'The reason must be less than 500 characters')
