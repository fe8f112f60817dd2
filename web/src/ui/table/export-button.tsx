import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../../lib/days.ts'
import { formatBytes } from '../../lib/format.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { useSingleFlight } from '../form/use-schema-form.ts'
import { toastDone } from '../toasts/toasts.ts'

type ExportButtonProps = {
  /** What is saved, in the plural: `orders`. */
  what: string
  hasRows: boolean
  fetchList: (onBytes: (count: number) => void) => Promise<Blob>
}

/** Saves the whole list that a screen shows a page of; while the file comes, it says how much of it has. */
export function ExportButton({ what, hasRows, fetchList }: ExportButtonProps) {
  const [received, setReceived] = useState<string>()
  const singly = useSingleFlight()
  const { mutate, isPending } = useMutation({
    // A text, so that the screen is drawn again for what can be read, not for each piece.
    mutationFn: () => fetchList((count) => setReceived(formatBytes(count))),
    onSuccess: (csv) => {
      const name = `${what}-${dayOf(Date.now())}.csv`
      saveBlob(csv, name)
      toastDone(`${name} is saved`)
    },
    onSettled: () => setReceived(undefined),
  })
  const isIdle = hasRows && !isPending
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden="true" />}
        // It keeps the focus while it is busy, so that its end is heard where it was asked for.
        aria-disabled={!isIdle || undefined}
        data-disabled={!isIdle || undefined}
        onClick={() => isIdle && singly((land) => mutate(undefined, { onSettled: land }))}
      >
        {isPending ? `Exporting…${received ? ` ${received}` : ''}` : 'Export CSV'}
      </Button>
      <span className="visually-hidden" role="status">
        {isPending && `The export of the ${what} is under way`}
      </span>
    </>
  )
}
