/** What can lie over the map, one at a time. */
export const overlays = [
  { key: 'none', label: 'Nothing' },
  { key: 'heat', label: 'Heat of matches' },
  { key: 'prices', label: 'Price per square foot' },
  { key: 'sales', label: 'Recent sales' },
  { key: 'leads', label: 'My leads by stage' },
] as const
export type Overlay = (typeof overlays)[number]['key']

/** What the map shows. */
export type MapLayers = { matches: boolean; parcels: boolean; overlay: Overlay }

/** Reads the layers of a URL, such as `prices.no-matches`; ignores unknown words, and leads for administrators. */
export function parseMapLayers(text: string | undefined, canShowLeads: boolean): MapLayers {
  const words = (text ?? '').split('.')
  return {
    matches: !words.includes('no-matches'),
    parcels: !words.includes('no-parcels'),
    overlay: overlays.find(({ key }) => words.includes(key) && (key !== 'leads' || canShowLeads))?.key ?? 'none',
  }
}

/** Undefined for the layers of a map that nobody has changed. */
export function formatMapLayers({ matches, parcels, overlay }: MapLayers): string | undefined {
  const words = [overlay !== 'none' && overlay, !matches && 'no-matches', !parcels && 'no-parcels']
  return words.filter(Boolean).join('.') || undefined
}
