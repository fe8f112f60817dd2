import { z } from 'zod'

const id = '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49'
const instant = '2026-11-02T09:30:00.000Z'
const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Example texts by the name of the field or its last word; a schema with other values has its own example. */
const texts: Record<string, string> = {
  ...{ id, hash: digest, sha256: digest, requestId: '01K9Z3V7Q4W8N2B6D5F0H1J3K7' },
  ...{ email: 'erin@example.com', uploadedBy: 'admin@example.com', phone: '615-555-0142', number: '6155550142' },
  ...{ firstName: 'Erin', lastName: 'Prize', companyName: 'Example Outreach', user: 'Erin Prize', by: 'Erin Prize' },
  ...{ name: 'Davidson absentee owners', orderName: 'First mailing', planName: 'Growth', title: 'Fulfill an order' },
  ...{ fileName: 'opa_properties_public.csv.gz', source: 'philadelphia-pa', ipAddress: '203.0.113.7' },
  ...{ accessToken: 'eyJhbGciOiJIUzI1NiJ9…', refreshToken: 'dyr_…', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
  ...{ url: 'https://hooks.example.com/dooryard', mapStyleUrl: 'https://tiles.example.com/style.json' },
  ...{ sentryDsn: 'https://public@sentry.example.com/1', release: '0.1.0' },
  ...{ profilePictureUrl: '/v1/pictures/9f2c4e6a8b0d1f3a5c7e9b1d3f5a7c9e.webp', currency: 'USD', month: '2026-11' },
  ...{ propertyId: '11694027471264031877', contactPropertyId: '11694027471264031877', apn: '091-15-0-042.00' },
  ...{ address: '1208 EXAMPLE ORCHARD LN', unit: 'APT 4', city: 'NASHVILLE', state: 'TN', zip: '37209' },
  ...{ mailingAddress: '40 SAMPLE PLAZA', mailingCity: 'FRANKLIN', mailingZip: '37064', fips: '47037' },
  ...{
    county: 'Davidson County, TN',
    counties: 'Davidson County, TN',
    useCode: '011',
    useDescription: 'SINGLE FAMILY',
  },
  ...{ ownerName: 'TESTWELL HOLDINGS LLC', ownerNames: 'TESTWELL HOLDINGS LLC', names: 'TESTWELL HOLDINGS LLC' },
  ...{ buyer: 'TESTWELL HOLDINGS LLC', seller: 'SAMPLER, JANE', lender: 'EXAMPLE SAVINGS BANK', brand: 'visa' },
  ...{ roll: 'Generated demo county records', rolls: 'Generated demo county records', document: '20160513-0048221' },
}

const numbers: Record<string, number> = {
  ...{ yearBuilt: 1985, effectiveYearBuilt: 1985, expYear: 2030, share: 0.41, version: 1, status: 200 },
  ...{ creditRequired: 1, creditsPerLead: 1, minCampaignVolume: 50, monthlyCredits: 4000, credits: 500 },
  ...{ lat: 36.1512, lng: -86.8533 },
}

/** `mailingState` gets the text of `state`; a name without a text here is its own example. */
function buildExampleText(name: string): string {
  const last = name.replace(/^.*(?=[A-Z])/, '').toLowerCase()
  return texts[name] ?? texts[last] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

const buildExampleNumber = ({ minValue, maxValue }: z.ZodNumber, name: string): number =>
  numbers[name] ?? Math.min(Math.max(12, minValue ?? 0), maxValue ?? 12)

const unwrapSchema = (schema: z.ZodOptional | z.ZodNullable | z.ZodDefault) => schema.unwrap() as z.ZodType

/** The example of a nested schema, by its type and name; undefined omits it. */
function buildExampleValue(schema: z.ZodType, name: string, given?: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return given === undefined ? undefined : buildExampleValue(unwrapSchema(schema), name, given)
  if (schema instanceof z.ZodNullable)
    return given === null ? null : buildExampleValue(unwrapSchema(schema), name, given)
  const own = given ?? schema.meta()?.['example']
  if (schema instanceof z.ZodObject) return buildExampleFields(schema, own)
  if (schema instanceof z.ZodArray) {
    // All elements are created by the classic API of zod.
    const element = schema.element as z.ZodType
    return Array.isArray(own)
      ? own.map((item) => buildExampleValue(element, name, item))
      : [buildExampleValue(element, name)]
  }
  if (own !== undefined) return own
  if (schema instanceof z.ZodUnion) return buildExampleValue(schema.options[0] as z.ZodType, name)
  if (schema instanceof z.ZodISODateTime) return instant
  if (schema instanceof z.ZodISODate) return instant.slice(0, 10)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return /^is(Active|Current|Intact|Up)$/.test(name)
  return schema instanceof z.ZodNumber ? buildExampleNumber(schema, name) : buildExampleText(name)
}

function buildExampleFields({ shape }: z.ZodObject, given: unknown): object {
  const own = { ...(given as Record<string, unknown>) }
  const fields = Object.entries<z.ZodType>(shape).map(([name, part]) => [
    name,
    buildExampleValue(part, name, own[name]),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Completes a schema's own example by type and name; optional fields that it lacks are omitted. */
export const getExample = <Schema extends z.ZodType>(schema: Schema) =>
  // A test parses every example with its schema.
  buildExampleValue(schema, '') as z.input<Schema>
