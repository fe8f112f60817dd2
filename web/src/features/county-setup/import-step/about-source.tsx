import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Panel } from '../../../ui/display/panel.tsx'

type AboutSourceProps = { document: SourceDocument; onChange: (document: SourceDocument) => void }
type AboutField = 'publisher' | 'homepage' | 'terms' | 'attribution' | 'notes'

const fields: { key: AboutField; label: string; description?: string; maxLength: number; isLong?: true }[] = [
  { key: 'publisher', label: 'Publisher', description: 'Such as Example County Property Assessor', maxLength: 200 },
  { key: 'homepage', label: 'Website', description: 'Where the file is published', maxLength: 500 },
  { key: 'terms', label: 'Terms', description: 'Such as Public record, no restrictions', maxLength: 500 },
  { key: 'attribution', label: 'Attribution', description: 'Shown where the terms ask for it', maxLength: 300 },
  { key: 'notes', label: 'Notes', description: 'For people who change the source', maxLength: 4_000, isLong: true },
]

/** An empty optional text is left out of the document. */
function setText(document: SourceDocument, key: AboutField, text: string): SourceDocument {
  const { [key]: _, ...rest } = document
  return { ...rest, ...(text && { [key]: text }) }
}

/** Who publishes the data under which terms, which screens and files show. */
export function AboutSource({ document, onChange }: AboutSourceProps) {
  return (
    <Panel title="About the source">
      <Stack gap={16}>
        <Text c="dimmed" fz="sm">
          Shown with the county’s data. Leave out what you don’t know.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
          <TextInput
            label="Name"
            description="As people see it"
            maxLength={100}
            value={document.name}
            error={document.name.trim() === '' ? 'Enter a name' : undefined}
            onChange={({ currentTarget: { value } }) => onChange({ ...document, name: value })}
          />
          {fields.map(({ key, isLong, ...field }) => {
            const Field = isLong ? Textarea : TextInput
            return (
              <Field
                key={key}
                {...field}
                value={document[key] ?? ''}
                onChange={({ currentTarget: { value } }) => onChange(setText(document, key, value))}
              />
            )
          })}
        </SimpleGrid>
      </Stack>
    </Panel>
  )
}
