import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/display/panel.tsx'
import { chosenColumns, columnsOfType, isGiven, withoutType } from './file-columns.ts'
import classes from './orders.module.css'

type ColumnsFieldProps = {
  campaignType: CampaignType
  /** Those of the other type among them stay as they are. */
  value: FileColumn[]
  onChange: (columns: FileColumn[]) => void
  error?: ReactNode
}

const givenWords = '. Always in the file: they are what the order pays for.'

/** What the columns of the file are to be. */
export function ColumnsField({ campaignType, value, onChange, error }: ColumnsFieldProps) {
  const columns = columnsOfType(campaignType)
  const chosen = chosenColumns(campaignType, value)
  // The other type's stay chosen too.
  const ticked = fileColumns.values.filter((column) => value.includes(column) || chosen.includes(column))
  return (
    <Checkbox.Group
      label="Columns"
      description="What the file says of each lead."
      value={ticked}
      error={error}
      onChange={(next) => onChange(fileColumns.values.filter((column) => next.includes(column)))}
    >
      <div className={classes.fileColumns}>
        {columns.map((column) => (
          <Checkbox
            key={column.value}
            value={column.value}
            label={column.label}
            description={withoutType(column.description) + (isGiven(campaignType, column.value) ? givenWords : '')}
            disabled={isGiven(campaignType, column.value)}
          />
        ))}
      </div>
      {chosen.includes('SUPPRESSED_PHONES') && (
        <div className={classes.columnsWarning}>
          <Notice tone="warn">
            Nobody may call these numbers. Ask for them only to keep them from being called, and see to it that no
            dialer takes them for others.
          </Notice>
        </div>
      )}
    </Checkbox.Group>
  )
}
