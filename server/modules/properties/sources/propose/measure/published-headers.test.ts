import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listColumns } from '../../compile/list-file-problems.ts'
import { proposeSource } from '../propose-source.ts'
import { findSchema, type SchemaDocument, schemas } from '../schemas/find-schema.ts'
import { type MadeUpTable, makeRows, readMadeUpTables } from './made-up-cells.fixture.ts'
import { type AnswerKey, scoreProposal } from './score-proposal.fixture.ts'

const readTables = (name: string) => readMadeUpTables(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'))

const propose = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  proposeSource(
    [
      {
        id: 'roll',
        fileName: 'roll.csv',
        sample: { name: '', header, rows, rowCount: rows.length, geometry: null, file: {} },
      },
    ],
    { today: '2026-11-20', countyFips: '39035', name: 'Example County' },
  )

/** Fields that several columns are parts or alternatives of accept any of the columns that the table names. */
function toKey({ columns }: MadeUpTable): AnswerKey {
  const byField = new Map<string, string[]>()
  for (const { header, field } of columns) if (field) byField.set(field, [...(byField.get(field) ?? []), header])
  return Object.fromEntries(
    [...byField].map(([field, headers]) => [field, isAlternative(field) ? headers.map((one) => [one]) : [headers]]),
  )
}

// A table may have land and improvements both as appraised and as assessed.
const alternatives = ['key', 'lotSqft', 'landValue', 'improvementValue']
const isAlternative = (field: string) => alternatives.includes(field)

test.each(
  [...readTables('assessor-headers.txt'), ...readTables('more-assessor-headers.txt')].map(
    (table) => [table.name, table] as const,
  ),
)('the columns of %s are placed', (_, table) => {
  const { fields, refusal } = propose(
    table.columns.map(({ header }) => header),
    makeRows(table),
  )
  const { wrong, missed } = scoreProposal(fields, toKey(table))
  expect({ refusal, wrong, missed }).toEqual({ refusal: null, wrong: [], missed: [] })
})

const toHeader = ({ columns, key = [], fingerprints }: SchemaDocument) => [
  ...new Set([...Object.keys(columns), ...key, ...(fingerprints[0] ?? [])]),
]

// Parts and alternatives, which fields are composed of, fields of sales, and codes that only a person can read.
const asParts =
  / |\.|^(?:secondOwner|taxpayerNames|saleYear|saleMonth|fullBaths|halfBaths|deedBook|deedPage|lotUnit|countyFips)$|CityState$|^(?:sellerNames|buyerNames|isMultiParcel|armsLength|lastSaleDocument|lastSalePrice|lastSaleDate|saleRecordedOn)$/

describe('published schemas', () => {
  const listed = [...schemas]

  test.each(listed)('%s is recognised by its own columns, and by no other’s', (id, schema) => {
    expect(findSchema(toHeader(schema))?.id).toBe(id)
    const others = listed.filter(([other]) => other !== id && !fits(schema, schemas.get(other)))
    for (const [other, { columns }] of others) expect(findSchema(Object.keys(columns))?.id ?? other).toBe(other)
  })

  test.each(listed.filter(([, { refusal }]) => refusal === undefined))('%s places its fields', (_, schema) => {
    const { fields } = propose(toHeader(schema), [])
    for (const [column, target] of Object.entries(schema.columns)) {
      const placed = fields.find(({ field }) => field === target)
      if (placed) expect(listColumns(placed.source)).toContain(column)
      else expect(target).toMatch(asParts)
    }
    // The unit of a lot is read from values, which are not there.
    expect(fields.filter(({ field, doubt }) => doubt !== null && field !== 'lotSqft')).toEqual([])
  })

  test('personal property of Florida is refused', () => {
    expect(propose(['CO_NO', 'ACCT_ID', 'ASMNT_YR', 'NAICS_CD', 'OWN_NAM'], []).refusal).toMatch(
      /tangible personal property/,
    )
  })

  test('the square feet of Regrid are the lot’s, and its census place is not the city', () => {
    const { fields } = propose(['ll_uuid', 'parcelnumb', 'sqft', 'city', 'scity', 'address', 'owner'], [])
    const placed = Object.fromEntries(
      fields.map(({ field, source }) => [field, 'columns' in source ? source.columns : []]),
    )
    expect(placed).toMatchObject({ lotSqft: ['sqft'], situsCity: ['scity'], situsAddress: ['address'] })
    expect(placed).not.toHaveProperty('livingAreaSqft')
  })
})

const fits = (one: SchemaDocument, other: SchemaDocument | undefined) =>
  one.fingerprints.some((group) => group.every((column) => other && column in other.columns))
