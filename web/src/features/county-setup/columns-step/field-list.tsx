import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { emptyValue, formatNumber } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import classes from './columns.module.css'
import { FieldMark } from './field-mark.tsx'
import { type FieldBlock, type FieldId, type FieldRow, isFilled } from './field-rows.ts'
import { describeSource } from './source-editor/source-edits.ts'

type FieldListProps = {
  blocks: readonly FieldBlock[]
  open: FieldId
  onOpen: (id: FieldId) => void
  /** A value of each field as Dooryard reads it. */
  examples: Partial<Record<FieldId, string>>
  /** The editor of the open field, on screens where it has no column of its own. */
  inlineEditor: ReactNode
  countyName: string | undefined
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** Moves the focus to the next or previous field, across the blocks; the focused one opens. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || !(event.target instanceof HTMLElement)) return
  if (!event.target.matches('[data-field]')) return
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('[data-field]')]
  const at = fields.indexOf(event.target)
  const next = key === 'Home' ? 0 : key === 'End' ? fields.length - 1 : steps[key] && at + steps[key]
  const field = next === undefined ? undefined : fields[next]
  if (!field) return
  event.preventDefault()
  field.focus()
}

function describeRow({ source, fips }: FieldRow, countyName: string | undefined): string {
  if (source) return describeSource(source)
  return fips ? (countyName ?? fips) : emptyValue
}

type FieldButtonProps = Pick<FieldListProps, 'onOpen' | 'countyName'> & {
  row: FieldRow
  isOpen: boolean
  example: string | undefined
}

const FieldButton = ({ row, isOpen, example, onOpen, countyName }: FieldButtonProps) => (
  <UnstyledButton
    data-field={row.id}
    className={classes.field}
    aria-current={isOpen || undefined}
    onClick={() => onOpen(row.id)}
    onFocus={() => onOpen(row.id)}
  >
    <FieldMark row={row} />
    <span className={classes.label}>{row.label}</span>
    <span className={classes.source}>{describeRow(row, countyName)}</span>
    <span className={classes.value}>{isFilled(row) ? example : ''}</span>
  </UnstyledButton>
)

type BlockProps = Omit<FieldListProps, 'blocks'> & { block: FieldBlock }

function Block({ block, open, inlineEditor, examples, ...rest }: BlockProps) {
  const hasOpen = block.rows.some(({ id }) => id === open)
  const [isExpanded, setExpanded] = useState(false)
  const isShown = !block.isCollapsed || isExpanded || hasOpen
  const Chevron = isShown ? ChevronDown : ChevronRight
  const count = (
    <Text c="dimmed" fz="sm" className="numbers">
      {formatNumber(block.rows.length)}
    </Text>
  )
  const title = block.isCollapsed ? (
    <UnstyledButton fz="inherit" fw="inherit" aria-expanded={isShown} onClick={() => setExpanded(!isExpanded)}>
      <Group gap={6}>
        <Chevron size={16} aria-hidden="true" />
        {block.title}
      </Group>
    </UnstyledButton>
  ) : (
    block.title
  )
  return (
    <Panel title={title} aside={count} flush>
      {isShown && (
        <PlainList className={classes.block ?? ''}>
          {block.rows.map((row) => (
            <li key={row.id}>
              <FieldButton row={row} isOpen={row.id === open} example={examples[row.id]} {...rest} />
              {row.id === open && inlineEditor && <Box p={12}>{inlineEditor}</Box>}
            </li>
          ))}
        </PlainList>
      )}
    </Panel>
  )
}

/** Every field with its column and a value; the arrow keys go from field to field. */
export const FieldList = ({ blocks, ...rest }: FieldListProps) => (
  // The keys are a shortcut: each field is a button that Tab reaches.
  // biome-ignore lint/a11y/noStaticElementInteractions: see above
  <div onKeyDown={moveByKey}>
    <Stack gap={16}>
      {blocks.map((block) => (
        <Block key={block.key} block={block} {...rest} />
      ))}
    </Stack>
  </div>
)
