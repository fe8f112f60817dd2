import type { CampaignType } from '@dooryard/contract/api/enums'
import { exportColumns } from '@dooryard/contract/orders/export/export-columns'
import { type ExportLayout, resolveLayout } from '@dooryard/contract/orders/export/export-layout'
import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { listColumnGroups, toggleColumn } from './export-layout.ts'
import classes from './layout-drawer.module.css'

export type LayoutFieldProps = {
  campaignType: CampaignType
  layout: ExportLayout
  onChange: (layout: ExportLayout) => void
}

/** The columns by group; a change makes the columns of a preset the user's own. */
export function ColumnGroups({ campaignType, layout, onChange }: LayoutFieldProps) {
  const chosen = new Set(resolveLayout(layout).columns.map(({ column }) => column))
  return (
    <section aria-label="Columns">
      <Text fz="sm" lh="20px" mb={8}>
        <strong>Columns</strong>{' '}
        <Text span inherit c="dimmed">
          New columns come last.
        </Text>
      </Text>
      {listColumnGroups(layout, campaignType).map(({ group, label, columns, chosen: count }) => (
        <details key={group} className={classes.group}>
          <summary>
            <ChevronRight size={16} aria-hidden="true" />
            {label}
            <Text span fz="xs" fw={400} c="dimmed" className="numbers">
              {count} of {columns.length}
            </Text>
          </summary>
          <SimpleGrid minColWidth="min(240px, 100%)" spacing={20} verticalSpacing={12} pt={4} pb={16} px={4}>
            {columns.map((column) => (
              <Checkbox
                key={column}
                label={exportColumns.label(column)}
                description={exportColumns.description(column)}
                checked={chosen.has(column)}
                // The last column stays: a file without columns is none.
                disabled={chosen.size === 1 && chosen.has(column)}
                onChange={() => onChange(toggleColumn(layout, column))}
              />
            ))}
          </SimpleGrid>
        </details>
      ))}
    </section>
  )
}
