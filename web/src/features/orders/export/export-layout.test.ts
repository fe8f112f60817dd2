import { expect, test } from 'vitest'
import { formatLayout, getFirstLayout, listColumnGroups, selectPreset, toggleColumn } from './export-layout.ts'

const mail = getFirstLayout('MAIL_READY')

test('a column that is added to a preset comes last, and the headers of the preset stay', () => {
  const crm = selectPreset(mail, 'HUBSPOT')
  const own = toggleColumn(crm, 'COUNTY')
  expect(own.preset).toBeUndefined()
  expect(own.columns?.at(-1)).toEqual({ column: 'COUNTY' })
  expect(own.columns).toContainEqual({ column: 'MAILING_STATE', header: 'State/Region' })
  expect(own.phonesPerLead).toBe(1)
  expect(toggleColumn(own, 'COUNTY').columns).toEqual(own.columns?.slice(0, -1))
})

test('another preset keeps the format and the split', () => {
  const split = { ...mail, format: 'XLSX' as const, split: 'STATE' as const }
  expect(formatLayout(selectPreset(split, 'SALESFORCE'))).toBe('Salesforce, XLSX, by state')
})

test('a mail-ready order offers no phones', () => {
  const groups = (type: 'MAIL_READY' | 'CALL_READY') => listColumnGroups(mail, type).map(({ group }) => group)
  expect(groups('MAIL_READY')).not.toContain('PHONES')
  expect(groups('CALL_READY')).toContain('PHONES')
  expect(listColumnGroups(mail, 'MAIL_READY').find(({ group }) => group === 'SALE')?.chosen).toBe(0)
})
