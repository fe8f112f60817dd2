import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { FileInput } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { type FixedColumn, formatColumns, toggleStart } from './fixed-columns.ts'
import classes from './fixed-width.module.css'
import { parseLayout } from './parse-layout.ts'

type FixedWidthEditorProps = {
  /** The first lines of the file. */
  lines: readonly string[]
  columns: readonly FixedColumn[]
  onChange: (columns: FixedColumn[]) => void
}

/** The first lines with a mark at the first character of each column; a click between two characters sets or removes one. */
function Ruler({ lines, columns, onChange }: FixedWidthEditorProps) {
  const [cursor, setCursor] = useState(1)
  const length = Math.max(1, ...lines.map((line) => line.length))
  const toggle = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    // A click by the keyboard has no place of its own.
    const start = event.detail === 0 ? cursor : Math.round(((event.clientX - left) / width) * length) + 1
    setCursor(start)
    onChange(toggleStart(columns, start))
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setCursor(Math.min(length, Math.max(1, cursor + step)))
  }
  return (
    <ScrollRegion label="First lines of the file">
      <button
        type="button"
        className={classes.ruler}
        style={{ width: `${length}ch` }}
        aria-label={`Column starts. Character ${cursor}: press Enter to start or join a column here, arrow keys to move`}
        onClick={toggle}
        onKeyDown={move}
      >
        <pre aria-hidden="true">{lines.join('\n')}</pre>
        {columns
          .filter(({ start }) => start <= length)
          .map(({ start }) => (
            <span key={start} className={classes.start} style={{ left: `${start - 1}ch` }} />
          ))}
        <span className={classes.cursor} style={{ left: `${cursor - 1}ch` }} />
      </button>
    </ScrollRegion>
  )
}

/** The columns of a text of fixed width: by clicks between its characters, by a list, or by a layout file. */
export function FixedWidthEditor(props: FixedWidthEditorProps) {
  const { lines, columns, onChange } = props
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const take = (layout: string) => {
    const parsed = parseLayout(layout)
    setProblem('problem' in parsed ? parsed.problem : undefined)
    if ('problem' in parsed) return
    setText(undefined)
    onChange(parsed.columns)
  }
  const change = (next: FixedColumn[]) => {
    setText(undefined)
    setProblem(undefined)
    onChange(next)
  }
  return (
    <Stack gap={12}>
      {lines.length > 0 && (
        <div>
          <Text fz="sm" fw={500} mb={4}>
            Click between two characters to start a column there, or to join it to the one before
          </Text>
          <div className={classes.frame}>
            <Ruler lines={lines} columns={columns} onChange={change} />
          </div>
        </div>
      )}
      <Textarea
        label="Columns"
        description="One per line: name, first character, length"
        autosize
        minRows={3}
        maxRows={12}
        classNames={{ input: classes.list }}
        error={problem}
        value={text ?? formatColumns(columns)}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onBlur={() => text !== undefined && take(text)}
      />
      <Group gap={8}>
        <FileButton accept=".csv,.tsv,.txt,.lay,text/plain" onChange={(file) => void file?.text().then(take)}>
          {(button) => (
            <Button {...button} size="xs" variant="default" leftSection={<FileInput size={14} aria-hidden="true" />}>
              Use a layout file
            </Button>
          )}
        </FileButton>
        <Text fz="xs" c="dimmed">
          A list of the columns with their places, as the assessor publishes it
        </Text>
      </Group>
    </Stack>
  )
}
