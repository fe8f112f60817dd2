import { useCreditSettings } from '../../lib/me.ts'

/** The fewest leads that an order of any type has. */
export function useLeastOrder(): number {
  const open = useCreditSettings()?.filter(({ isActive }) => isActive) ?? []
  return open.length > 0 ? Math.max(1, Math.min(...open.map(({ minCampaignVolume }) => minCampaignVolume))) : 1
}
