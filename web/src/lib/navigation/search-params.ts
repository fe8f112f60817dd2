import { defaultPageSize, maxPageSize } from '@dooryard/contract/api/limits'
import { stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'

/** How a route reads and writes its search parameters: schema defaults are omitted from the address. */
export const buildSearchOptions = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => ({
  validateSearch: schema,
  search: { middlewares: [stripSearchParams<z.infer<typeof schema>>(schema.parse({}))] },
})

/** An optional search parameter; an invalid value counts as missing. */
export const optionalParam = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

/** The `page` and `limit` parameters; an invalid value becomes the default. */
export const pageSearch = {
  page: z.int().min(1).default(1).catch(1),
  limit: z.int().min(1).max(maxPageSize).default(defaultPageSize).catch(defaultPageSize),
}

/** A text parameter. The router parses a text of digits as a number when it is typed into the address. */
export const textSearch = optionalParam(z.union([z.string().max(100), z.number().transform(String)]))

const maxOwners = 100

/** The owners that a list is filtered by: one user id, or several. */
export const ownersSearch = optionalParam(
  z.union([z.array(z.uuid()).min(1).max(maxOwners), z.uuid().transform((one) => [one])]),
)

/** The last day whose next day can still be written with four digits. */
export const lastDay = '9998-12-31'

export const Day = z.iso.date().refine((day) => day <= lastDay)

export const daySearch = optionalParam(Day)
