import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { toCalendarDay } from '../../lib/format/days.ts'
import { formatBytes } from '../../lib/format/format.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { useSingleFlight } from '../form/use-schema-form.ts'
import { showSuccessToast } from '../toasts/toasts.ts'

type ExportButtonProps = {
  /** The plural name of the exported rows: `orders`. */
  what: string
  hasRows: boolean
  fetchList: (onBytes: (count: number) => void) => Promise<Blob>
}

/** Exports the whole list of a paginated screen and shows the download progress. */
export function ExportButton({ what, hasRows, fetchList }: ExportButtonProps) {
  const [received, setReceived] = useState<string>()
  const singleFlight = useSingleFlight()
  const { mutate, isPending } = useMutation({
    // A text, so that the component renders again only when the visible value changes, not for each chunk.
    mutationFn: () => fetchList((count) => setReceived(formatBytes(count))),
    onSuccess: (csv) => {
      const name = `${what}-${toCalendarDay(Date.now())}.csv`
      saveBlob(csv, name)
      showSuccessToast(`${name} saved`)
    },
    onSettled: () => setReceived(undefined),
  })
  const isIdle = hasRows && !isPending
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden="true" />}
        // Keeps the focus while busy, so that screen readers announce the end.
        aria-disabled={!isIdle || undefined}
        data-disabled={!isIdle || undefined}
        onClick={() => isIdle && singleFlight((release) => mutate(undefined, { onSettled: release }))}
      >
        {isPending ? `Exporting…${received ? ` ${received}` : ''}` : 'Export CSV'}
      </Button>
      <span className="visually-hidden" role="status">
        {isPending && `The export of the ${what} is in progress`}
      </span>
    </>
  )
}
