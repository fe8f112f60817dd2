import { z } from 'zod'

export const CriteriaSummary = z
  .object({
    filters: z
      .int()
      .describe('Number of filters, including exclusions, but without places, a stack or chosen properties'),
    places: z
      .string()
      .nullable()
      .describe('The location as text: the first place and the number of others; null without places'),
    stacked: z.int().describe('Number of stacked searches; 0 without a stack'),
    chosen: z.int().describe('Number of chosen properties; 0 if not limited to chosen ones'),
    excludesSearches: z.boolean().describe('Whether saved searches are excluded'),
  })
  .meta({
    id: 'CriteriaSummary',
    example: { filters: 1, places: 'Davidson County, TN and 2 more', stacked: 0, chosen: 0, excludesSearches: false },
  })
export type CriteriaSummary = z.infer<typeof CriteriaSummary>
