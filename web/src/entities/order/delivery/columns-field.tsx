import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/api/enums'
import { Box, Checkbox, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isAlwaysIncluded, listColumns, toFileColumns } from './file-columns.ts'

/** Omits the type a column group belongs to, which is clear where that type is selected. */
const stripType = (description: string) => description.replace(/ \(Call Ready\)$/, '')

type ColumnsFieldProps = {
  campaignType: CampaignType
  /** Columns of the other type stay selected. */
  value: FileColumn[]
  onChange: (columns: FileColumn[]) => void
  error?: ReactNode
}

/** The column groups of the delivered file; those that the type always includes stay checked. */
export function ColumnsField({ campaignType, value, onChange, error }: ColumnsFieldProps) {
  const chosen = toFileColumns(campaignType, value)
  return (
    <Checkbox.Group
      label="Columns"
      description="Columns in your CSV"
      // Keeps the other type's columns selected.
      value={fileColumns.values.filter((column) => value.includes(column) || chosen.includes(column))}
      error={error}
      onChange={(next) => onChange(fileColumns.values.filter((column) => next.includes(column)))}
    >
      <SimpleGrid minColWidth="min(260px, 100%)" spacing={24} verticalSpacing={14} mt="sm">
        {listColumns(campaignType).map((column) => {
          const isGiven = isAlwaysIncluded(campaignType, column.value)
          const always = isGiven ? '. Always in the file: they are what the order pays for.' : ''
          return (
            <Checkbox
              key={column.value}
              value={column.value}
              label={column.label}
              description={stripType(column.description) + always}
              disabled={isGiven}
            />
          )
        })}
      </SimpleGrid>
      {chosen.includes('SUPPRESSED_PHONES') && (
        <Box mt="sm">
          <Notice tone="warn">
            These numbers must not be called. Include them only to suppress them, and keep them out of your dialer.
          </Notice>
        </Box>
      )}
    </Checkbox.Group>
  )
}
