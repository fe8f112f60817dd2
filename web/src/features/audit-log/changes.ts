import type { AuditEntry } from '@dooryard/contract/audit-log'
import { formatDayAndTime, formatMoney, unknown } from '../../lib/format.ts'

export type Change = { field: string; label: string; before: string; after: string }

type Facts = Readonly<Record<string, unknown>>

/** Kept in cents. */
const isMoney = (field: string) => field === 'amount' || field === 'price'

/** `companyName` → `Company name`, `address_apt_suite` → `Address apt suite`. */
const formatField = (field: string) => {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function formatValue(facts: Facts, field: string): string {
  const value = facts[field]
  const { currency } = facts
  if (value === undefined || value === null || value === '') return unknown
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && isMoney(field) && typeof currency === 'string')
    return formatMoney({ amount: value, currency })
  if (typeof value === 'string' && instant.test(value)) return formatDayAndTime(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function listChanges({ before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.map((field) => ({
    field,
    label: formatField(field),
    before: formatValue(before, field),
    after: formatValue(after, field),
  }))
}
