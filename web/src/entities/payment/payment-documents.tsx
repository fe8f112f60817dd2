import type { adminBilling } from '@dooryard/contract/billing/admin-billing'
import type { billing } from '@dooryard/contract/billing/billing'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { saveBlob } from '../../lib/save-file.ts'

type BillingEndpoints = typeof billing | typeof adminBilling
type DocumentEndpoint = BillingEndpoints['invoice'] | BillingEndpoints['creditNote']

type DownloadButtonProps = {
  endpoint: DocumentEndpoint
  transactionId: string
  name: 'invoice' | 'credit note'
  number: string
}

function DownloadButton({ endpoint, transactionId, name, number }: DownloadButtonProps) {
  const query = name === 'credit note' ? { number } : {}
  const file = useMutation({
    mutationFn: () => downloadFile(endpoint, { params: { transactionId }, query }),
    onSuccess: (blob) => saveBlob(blob, `${name.replace(' ', '-')}-${number}.pdf`),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      loading={file.isPending}
      aria-label={`Download ${name} ${number}`}
      onClick={() => file.mutate()}
    >
      {number}
    </Button>
  )
}

type PaymentDocumentsProps = { payment: Transaction; from: Pick<BillingEndpoints, 'invoice' | 'creditNote'> }

export function PaymentDocuments({ payment, from }: PaymentDocumentsProps) {
  const { transactionId, invoiceNumber, creditNoteNumber, partialRefunds = [] } = payment
  const notes = [...partialRefunds.map((part) => part.creditNoteNumber), creditNoteNumber]
  if (!invoiceNumber) return null
  return (
    <Stack display="inline-flex" gap={4} py={4}>
      <DownloadButton endpoint={from.invoice} {...{ transactionId, name: 'invoice', number: invoiceNumber }} />
      {notes.map(
        (number) =>
          number && (
            <DownloadButton
              key={number}
              endpoint={from.creditNote}
              {...{ transactionId, name: 'credit note', number }}
            />
          ),
      )}
    </Stack>
  )
}
