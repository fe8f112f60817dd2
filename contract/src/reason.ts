import { line } from './line.ts'

/** Why an administrator does something: kept in the audit log, and where it says so shown to whom it concerns. */
export const reason = line('A reason is required')
  .min(5, 'Please give a reason of at least 5 characters')
  .max(500, 'The reason must be less than 500 characters')
