import { z } from 'zod'

/** Both ends are inclusive. An unknown value matches only with `includeUnknown`. */
export const Range = z
  .strictObject({ min: z.number().optional(), max: z.number().optional(), includeUnknown: z.boolean().optional() })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, 'Min must not be above max')
  .meta({
    id: 'Range',
    description: 'Both ends are inclusive; an unknown value matches only with includeUnknown.',
    example: { min: 2, max: 4, includeUnknown: true },
  })
export type Range = z.infer<typeof Range>

/** Dates, both ends inclusive; or the last so many days up to today. */
export const Dates = z
  .union(
    [
      z
        .strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() })
        .refine(({ from, to }) => !from || !to || from <= to, 'The first day is after the last'),
      z.strictObject({ lastDays: z.int().min(1).max(36_600) }),
    ],
    'Give a first day, a last day or both as YYYY-MM-DD, or the last so many days',
  )
  .meta({ id: 'Dates', example: { from: '2020-01-01', to: '2024-12-31' } })
export type Dates = z.infer<typeof Dates>
