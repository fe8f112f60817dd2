import { z } from 'zod'

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The id of a source and of its dataset. */
export const Slug = z.string().min(1).max(80).regex(slugPattern, 'Use lower case letters, digits and hyphens')

export const fileIdPattern = /^[a-z][a-z0-9_]{0,39}$/

/** The id of a file of a source, and of a table of a setup. */
export const FileId = z.string().regex(fileIdPattern, 'Use lower case letters, digits and underscores')
