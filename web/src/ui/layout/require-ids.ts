import { notFound } from '@tanstack/react-router'
import { z } from 'zod'

/**
 * For the loader of a route whose parameters are all ids: any other text there is not found, without asking the API,
 * which might take it for another path, such as `/campaigns/orders`. With `ScreenNotFound` as the route's own
 * `notFoundComponent`, the 404 shows inside the portal.
 */
export function requireIds(params: Record<string, string>) {
  if (Object.values(params).some((id) => !z.uuid().safeParse(id).success)) throw notFound()
}
