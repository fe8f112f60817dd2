/** Leads selected elsewhere, for the letters screen: too many for its address. They last as long as the tab. */
const key = 'dooryard.letters.leads'

export type ChosenLead = { orderId: string; propertyId: string }

export function storeChosenLeads(leads: readonly ChosenLead[]): void {
  sessionStorage.setItem(key, JSON.stringify(leads))
}

export function readChosenLeads(): ChosenLead[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    // Written only by `storeChosenLeads`.
    return Array.isArray(stored) ? (stored as ChosenLead[]) : []
  } catch {
    return [] // storage is unavailable
  }
}
