import { z } from 'zod'

/**
 * Fields without a class hold the portal's own data, such as ids, times, counts, states and names that users give. See
 * docs/security.md.
 */
export const dataClasses = {
  'public-record': 'What counties publish: parcels, owners, mailing addresses, sales and loans',
  contact: 'Phones and emails of owners, what do-not-call checks say of them, and notes and tasks on leads',
  personal: 'What the portal knows of its own users: names, emails, phones, addresses, devices, and what they did',
  secret: 'What grants access to anyone who has it: codes, tokens, API keys, signing secrets, signed links',
  money: 'Credits, prices, payments, invoices and cards',
} as const
export type DataClass = keyof typeof dataClasses

export const dataClassKeyword = 'x-data-class'

/** The class survives `pick`, `extend` and `optional`; a later `meta` would drop it, so this is the outermost call. */
export function classified<Schema extends z.ZodType>(
  classes: DataClass | readonly DataClass[],
  schema: Schema,
): Schema {
  return schema.meta({ ...schema.meta(), [dataClassKeyword]: [classes].flat() })
}

/** `within` are the schemas around a field, so that a schema that contains itself ends there. */
type Place = Omit<SchemaField, 'schema'> & { within: readonly z.ZodType[] }

export type SchemaField = { path: string; name: string; schema: z.ZodType; classes: readonly DataClass[] }

/** All leaf fields of a schema. A class on an object does not apply to its fields, because objects gain new fields. */
export const listFields = (schema: z.ZodType): SchemaField[] =>
  collectFields(schema, { path: '', name: '', classes: [], within: [] })

function collectFields(schema: z.ZodType, { within, ...parent }: Place): SchemaField[] {
  if (within.includes(schema)) return []
  // Only `classified` writes this key.
  const own = (schema.meta()?.[dataClassKeyword] ?? []) as readonly DataClass[]
  const field = { ...parent, classes: [...parent.classes, ...own] }
  // Nested schemas have the core types of zod; all of ours are created by its classic API.
  const inside = (part: z.core.$ZodType, path = field.path) =>
    collectFields(part as z.ZodType, { ...field, path, within: [...within, schema] })

  if (schema instanceof z.ZodObject) {
    const { catchall = z.never() } = schema.def
    const known = Object.entries<z.ZodType>(schema.shape)
    const fields = catchall instanceof z.ZodNever ? known : [...known, ['*', catchall as z.ZodType] as const]
    return fields.flatMap(([name, part]) =>
      collectFields(part, {
        ...{ path: [field.path, name].filter(Boolean).join('.'), name, classes: [] },
        within: [...within, schema],
      }),
    )
  }
  if (schema instanceof z.ZodArray) return inside(schema.element, `${field.path}[]`)
  if (schema instanceof z.ZodRecord) return inside(schema.valueType, `${field.path}{}`)
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((part) => inside(part, `${field.path}[]`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => inside(part))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inside(schema.unwrap())
  return [{ ...field, schema }]
}
