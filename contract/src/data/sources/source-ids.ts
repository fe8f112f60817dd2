import { z } from 'zod'

/** The id of a source and of its dataset. */
export const Slug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower case letters, digits and hyphens')

/** The id of a file of a source, and of a table of a setup. */
export const FileId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use lower case letters, digits and underscores')
