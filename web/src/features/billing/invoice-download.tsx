import { billing } from '@dooryard/contract/billing/billing'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'

type InvoiceDownloadProps = { transactionId: string; onDone: () => void }

/** Downloads the invoice that the address names, as the link in a receipt does. */
export function InvoiceDownload({ transactionId, onDone }: InvoiceDownloadProps) {
  const { mutate, error } = useMutation({
    mutationFn: () => downloadFile(billing.invoice, { params: { transactionId } }),
    onSuccess: (file) => {
      saveBlob(file, 'dooryard-invoice.pdf')
      onDone()
    },
  })
  const download = useEffectEvent(() => mutate())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another payment is another download
  useEffect(() => download(), [transactionId])
  return error && <FailureNotice error={error} />
}
