import { deedTypes, signals } from '@dooryard/contract/api/enums'
import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatLookupText, type LookupTable, parseLookupText } from './lookup-text.ts'

const terms: Partial<Record<FieldKind, readonly string[]>> = { TERM: deedTypes.values, TERMS: signals.values }

function describeValues(kind: FieldKind): string {
  if (kind === 'YES_NO') return 'One per line: code = yes or code = no'
  const known = terms[kind]
  return known ? `One per line: code = ${known.slice(0, 3).join(', ')}, …` : 'One per line: code = value'
}

type LookupFieldProps = { kind: FieldKind; table: LookupTable; onChange: (table: LookupTable) => void }

/** A lookup table as text, which takes two columns pasted from a spreadsheet. Saved when the field is left. */
export function LookupField({ kind, table, onChange }: LookupFieldProps) {
  const [text, setText] = useState<string>()
  const finish = () => {
    if (text !== undefined) onChange(parseLookupText(text, kind))
    setText(undefined)
  }
  return (
    <Textarea
      label="Table"
      description={describeValues(kind)}
      autosize
      minRows={3}
      maxRows={12}
      ff="monospace"
      value={text ?? formatLookupText(table)}
      onChange={({ currentTarget: { value } }) => setText(value)}
      onBlur={finish}
    />
  )
}
