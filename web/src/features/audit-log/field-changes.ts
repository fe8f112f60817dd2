import type { AuditEntry } from '@dooryard/contract/admin/audit-log'
import { emptyValue, formatDayAndTime, formatMoney } from '../../lib/format/format.ts'

export type FieldChange = { field: string; label: string; before: string; after: string }

type FieldValues = Readonly<Record<string, unknown>>

/** Whether a field holds an amount in cents. */
const isMoneyField = (field: string) => field === 'amount' || field === 'price'

/** `companyName` → `Company name`, `address_apt_suite` → `Address apt suite`. */
const formatFieldName = (field: string) => {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function formatValue(facts: FieldValues, field: string): string {
  const value = facts[field]
  const { currency } = facts
  if (value === undefined || value === null || value === '') return emptyValue
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && isMoneyField(field) && typeof currency === 'string')
    return formatMoney({ amount: value, currency })
  if (typeof value === 'string' && instantPattern.test(value)) return formatDayAndTime(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function listChanges({ before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.map((field) => ({
    field,
    label: formatFieldName(field),
    before: formatValue(before, field),
    after: formatValue(after, field),
  }))
}
