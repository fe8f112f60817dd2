import { z } from 'zod'

/** No class: the portal's own, like ids, times, counts, states and names that users give. See docs/security.md. */
export const dataClasses = {
  'public-record': 'What counties publish: parcels, owners, mailing addresses, sales and loans',
  contact: 'Phones and emails of owners, what do-not-call checks say of them, and notes on leads',
  personal: 'What the portal knows of its own users: names, emails, phones, addresses, devices, and what they did',
  secret: 'What opens something to whoever has it: codes, tokens, API keys, signing secrets, signed links',
  money: 'Credits, prices, payments, invoices and cards',
} as const
export type DataClass = keyof typeof dataClasses

export const classMark = 'x-data-class'

/** The mark outlasts `pick`, `extend` and `optional`; a later `meta` would drop it, so this is the outermost call. */
export function classified<Schema extends z.ZodType>(
  classes: DataClass | readonly DataClass[],
  schema: Schema,
): Schema {
  return schema.meta({ ...schema.meta(), [classMark]: [classes].flat() })
}

export type Field = { path: string; name: string; schema: z.ZodType; classes: readonly DataClass[] }

/** Every field inside a schema, down to those that hold no others. A mark on an object is none: objects get new fields. */
export const listFields = (schema: z.ZodType): Field[] => fieldsIn(schema, { path: '', name: '', classes: [] })

function fieldsIn(schema: z.ZodType, parent: Omit<Field, 'schema'>): Field[] {
  // Nothing but `classified` writes the mark.
  const own = (schema.meta()?.[classMark] ?? []) as readonly DataClass[]
  const field = { ...parent, classes: [...parent.classes, ...own] }
  // The parts of a schema are typed as the core of zod has them; all of ours are made by its classic interface.
  const inside = (part: z.core.$ZodType, path = field.path) => fieldsIn(part as z.ZodType, { ...field, path })

  if (schema instanceof z.ZodObject) {
    const { catchall = z.never() } = schema.def
    const known = Object.entries<z.ZodType>(schema.shape)
    const fields = catchall instanceof z.ZodNever ? known : [...known, ['*', catchall as z.ZodType] as const]
    return fields.flatMap(([name, part]) =>
      fieldsIn(part, { path: [field.path, name].filter(Boolean).join('.'), name, classes: [] }),
    )
  }
  if (schema instanceof z.ZodArray) return inside(schema.element, `${field.path}[]`)
  if (schema instanceof z.ZodRecord) return inside(schema.valueType, `${field.path}{}`)
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((part) => inside(part, `${field.path}[]`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => inside(part))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inside(schema.unwrap())
  return [{ ...field, schema }]
}
