import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { CountySelect } from '../../../entities/county/county-select.tsx'
import { emptyValue, pluralize } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './columns.module.css'
import { FieldEditor } from './field-editor.tsx'
import { FieldList } from './field-list.tsx'
import { type FieldId, type FieldRow, findOpenRow, setFieldSource, toFieldBlocks } from './field-rows.ts'
import { SourceActions } from './load-source/source-actions.tsx'
import { isIncomplete } from './source-editor/source-edits.ts'
import { UnusedColumns } from './unused-columns.tsx'
import { useColumns } from './use-columns.ts'

type ColumnsStepProps = {
  setup: CountySetup
  document: SourceDocument
  onChange: (document: SourceDocument) => void
  /** The field to open first, which the address names. */
  field: string | undefined
  /** The server's objections, by the place in the document. */
  issues: readonly { path: string; message: string }[]
  discard: () => Promise<number>
  isDirty: () => boolean
}

type CountyFieldProps = Pick<ColumnsStepProps, 'document' | 'onChange'>

/** The county that is the same for all rows; not offered where a column has it. */
function CountyField({ document, onChange }: CountyFieldProps) {
  if ('of' in document.county) return null
  return (
    <CountySelect
      label="The same for all rows"
      value={document.county.fips}
      onChange={(fips) => fips && onChange({ ...document, county: { fips } })}
    />
  )
}

const findIssue = (issues: ColumnsStepProps['issues'], id: FieldId) =>
  issues.find(({ path }) => path.replace(/^document\./, '').startsWith(id))?.message

function Summary({ rows, children }: { rows: readonly FieldRow[]; children: ReactNode }) {
  const incomplete = rows.filter(({ source }) => isIncomplete(source)).length
  const matched = rows.filter(({ source, isAbsent }) => source !== undefined && !isAbsent).length - incomplete
  const doubtful = rows.filter(({ doubt }) => doubt !== undefined).length
  const open = [incomplete > 0 && `${incomplete} incomplete`, doubtful > 0 && `${doubtful} to check`].filter(Boolean)
  return (
    <Group justify="space-between" gap="8px 16px" fz="sm">
      <Group gap={16}>
        <span role="status">
          {pluralize(matched, 'field')} matched, {open.join(', ') || 'none to check'}
        </span>
        <Text inherit c="dimmed" visibleFrom="md">
          ↑ ↓ to move between fields
        </Text>
      </Group>
      {children}
    </Group>
  )
}

/** Once its row has moved out of the fields to check, so that the arrow keys go on from there. */
const focusField = (id: FieldId) =>
  setTimeout(() => window.document.querySelector<HTMLElement>(`[data-field="${id}"]`)?.focus())

/** The third step: every field of ours with its column, and the values before and after. */
export function ColumnsStep({ setup, document, onChange, field, issues, discard, isDirty }: ColumnsStepProps) {
  const { rows, columns, preview, unused, confirm } = useColumns(setup, document)
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  const blocks = toFieldBlocks(rows)
  const [openId, setOpenId] = useState(field)
  const open = findOpenRow(blocks, openId)
  if (!open) return null
  // A field stays open when its first edit moves it out of those to check.
  if (open.id !== openId) setOpenId(open.id)
  const openNextDoubt = () => {
    const next = blocks[0]?.rows.find(({ doubt, id }) => doubt !== undefined && id !== open.id)
    if (!next) return
    setOpenId(next.id)
    focusField(next.id)
  }
  const examples = Object.fromEntries(
    rows.map(({ id }) => [id, preview.samples.get(id)?.find(({ value }) => value !== null)?.value ?? emptyValue]),
  )
  const editor = (
    <FieldEditor
      row={open}
      columns={columns}
      samples={preview.isLoaded ? (preview.samples.get(open.id) ?? []) : undefined}
      failure={preview.failure}
      error={findIssue(issues, open.id)}
      county={<CountyField document={document} onChange={onChange} />}
      onChange={(source) => {
        setOpenId(open.id)
        onChange(setFieldSource(document, open.id, source))
      }}
      onConfirm={() => {
        confirm(open)
        openNextDoubt()
      }}
    />
  )
  return (
    <Stack gap={16}>
      {setup.proposal.schemaName && <Notice tone="good">Recognized as {setup.proposal.schemaName}.</Notice>}
      <Summary rows={rows}>
        <SourceActions setup={setup} document={document} onChange={onChange} discard={discard} isDirty={isDirty} />
      </Summary>
      <div className={classes.layout}>
        <Stack gap={16} miw={0}>
          <FieldList
            blocks={blocks}
            open={open.id}
            onOpen={setOpenId}
            examples={examples}
            countyName={setup.countyName ?? undefined}
            inlineEditor={isNarrow ? editor : undefined}
          />
          <UnusedColumns columns={unused} />
        </Stack>
        {!isNarrow && (
          <Box component="aside" aria-label="Field" className={classes.editor} opacity={preview.isStale ? 0.85 : 1}>
            {editor}
          </Box>
        )}
      </div>
    </Stack>
  )
}
