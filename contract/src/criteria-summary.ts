import { z } from 'zod'

export const CriteriaSummary = z
  .object({
    filters: z
      .int()
      .describe('How many filters are set, exclusions among them, beside the places, a stack and chosen properties'),
    places: z
      .string()
      .nullable()
      .describe('Where, in words: the first place and how many more there are; null where no place is named'),
    stacked: z.int().describe('How many searches are stacked; 0 where none is'),
    chosen: z.int().describe('How many chosen properties it is about alone; 0 where it is about any'),
    excludesSearches: z.boolean().describe('Whether saved searches are excluded'),
  })
  .meta({
    id: 'CriteriaSummary',
    example: { filters: 1, places: 'Davidson County, TN and 2 more', stacked: 0, chosen: 0, excludesSearches: false },
  })
export type CriteriaSummary = z.infer<typeof CriteriaSummary>
