import type { ExportPreview } from '@dooryard/contract/orders/export/export-preview'
import { Box, Skeleton, Text } from '@mantine/core'
import { pluralize } from '../../../lib/format/format.ts'
import classes from './layout-drawer.module.css'

type PreviewTableProps = { preview: ExportPreview | undefined; isStale: boolean }

/** The first rows of the file, as it will be. */
export function PreviewTable({ preview, isStale }: PreviewTableProps) {
  if (!preview) return <Skeleton height={220} radius="md" />
  const { headers, rows, leads } = preview
  return (
    <section aria-label="Preview">
      <Text fz="sm" lh="20px" mb={8}>
        <strong>Preview</strong>{' '}
        <Text span inherit c="dimmed">
          {pluralize(headers.length, 'column')}, {pluralize(leads, 'lead')}
        </Text>
      </Text>
      <Box
        component="section"
        className={classes.preview}
        data-stale={isStale || undefined}
        aria-label="First rows"
        // Wide files scroll, and must be reachable by keyboard.
        tabIndex={0}
      >
        <table className="numbers">
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={row}>
                {headers.map((header, at) => (
                  <td key={header}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <Text fz="sm" c="dimmed" p={12}>
            The first leads have no row in this layout.
          </Text>
        )}
      </Box>
    </section>
  )
}
