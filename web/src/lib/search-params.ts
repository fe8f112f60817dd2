import { defaultPageSize, maxPageSize } from '@dooryard/contract/limits'
import { stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'

/** How a route reads its address and writes it: without what the schema takes to be meant where nothing is said. */
export const searchBy = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => ({
  validateSearch: schema,
  search: { middlewares: [stripSearchParams<z.infer<typeof schema>>(schema.parse({}))] },
})

/** What an address may say; nonsense is as good as nothing. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

/** `page` and `limit` of an address; nonsense becomes the default instead of an error. */
export const pageSearch = {
  page: z.int().min(1).default(1).catch(1),
  limit: z.int().min(1).max(maxPageSize).default(defaultPageSize).catch(defaultPageSize),
}

/** A text in an address. One of digits alone reads as a number when somebody types the address. */
export const textSearch = optional(z.union([z.string().max(100), z.number().transform(String)]))

const mostOwners = 100

/** Whose things a list is narrowed to: one user in an address, or several. */
export const ownersSearch = optional(
  z.union([z.array(z.uuid()).min(1).max(mostOwners), z.uuid().transform((one) => [one])]),
)

/** The last day that has a next one which can be written. */
export const lastDay = '9998-12-31'

export const Day = z.iso.date().refine((day) => day <= lastDay)

export const daySearch = optional(Day)
