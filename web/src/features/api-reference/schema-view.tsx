import { List, Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { type ReactNode, useState } from 'react'
import classes from './api-reference.module.css'
import {
  type ContentByType,
  formatExample,
  formatType,
  listConstraints,
  resolveSchema,
  type Schema,
  type Schemas,
} from './openapi.ts'
import { CodeBlock, RequiredMark } from './parts.tsx'

type ExampleOrSchemaProps = { content: ContentByType | undefined; schemas: Schemas; editor?: ReactNode }

export function ExampleOrSchema({ content, schemas, editor }: ExampleOrSchemaProps) {
  const [described] = Object.values(content ?? {})
  if (!described) return null
  return (
    <Tabs variant="pills" defaultValue="example" keepMounted={false} classNames={{ tab: classes.tab }}>
      <Tabs.List mb="xs">
        <Tabs.Tab value="example">{editor ? 'Edit Value' : 'Example Value'}</Tabs.Tab>
        <Tabs.Tab value="schema">Schema</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="example">{editor ?? <CodeBlock>{formatExample(content, schemas)}</CodeBlock>}</Tabs.Panel>
      <Tabs.Panel value="schema">
        <Fields schema={described.schema} schemas={schemas} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Lists the nested fields of a value: of an object, of the objects in an array, or of one of several alternatives. */
function listFields(schema: Schema, schemas: Schemas): [name: string, schema: Schema, isRequired: boolean][] {
  const { properties = {}, required = [], items, anyOf } = resolveSchema(schema, schemas)
  if (items) return listFields(items, schemas)
  if (anyOf) return anyOf.flatMap((one) => listFields(one, schemas))
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)])
}

const Fields = ({ schema, schemas }: { schema: Schema; schemas: Schemas }) => (
  <List listStyleType="none" className={classes.fields}>
    {listFields(schema, schemas).map(([name, field, isRequired]) => (
      <List.Item key={name}>
        <Field name={name} isRequired={isRequired} schema={field} schemas={schemas} />
      </List.Item>
    ))}
  </List>
)

type FieldProps = { name: string; isRequired: boolean; schema: Schema; schemas: Schemas }

/** A field of a schema. A field with nested fields can be expanded. */
function Field({ name, isRequired, schema, schemas }: FieldProps) {
  const [isOpen, setOpen] = useState(false)
  const whole = { ...resolveSchema(schema, schemas), ...schema }
  const title = (
    <>
      <strong>{name}</strong> <span className={classes.hint}>{formatType(schema)}</span>
      {isRequired && <RequiredMark />}
    </>
  )
  const hint = (
    <div className={classes.hint}>{[whole.description, ...listConstraints(whole)].filter(Boolean).join(' · ')}</div>
  )
  if (listFields(schema, schemas).length === 0)
    return (
      <>
        {title}
        {hint}
      </>
    )
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {hint}
      {/* rendered once expanded: a recursive schema would never end */}
      {isOpen && <Fields schema={schema} schemas={schemas} />}
    </details>
  )
}
