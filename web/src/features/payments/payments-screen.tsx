import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { type AdminPayment, adminPayments, type PaymentQuery } from '@dooryard/contract/billing/admin/admin-payments'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { ListScreen } from '../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { buildPaymentColumns } from './payment-columns.tsx'

/** The payments of all users, with their invoices and refunds. */
export function PaymentsScreen({ state, onState }: { state: PaymentQuery; onState: OnTableStateChange }) {
  const { page, limit, ...query } = state
  const [payment, setPayment] = useState<AdminPayment>()
  const [payer, setPayer] = useState<AdminPayment['user']>()
  const load = async () => (await import('../../entities/payment/refund-dialog.tsx')).RefundDialog
  const Dialog = useLazyLoadWhen(load, payment, () => setPayment(undefined))
  const result = useQuery(buildLiveQuery(adminPayments.list, { query: state }))
  const refund = (next: AdminPayment) => {
    setPayment(next)
    setPayer(next.user)
  }
  return (
    <>
      <ListScreen
        header={{
          heading: 'Payments',
          title: 'Payments',
          lead: 'Payments, refunds and invoices of all users.',
          actions: (
            <ExportButton
              what="payments"
              hasRows={Boolean(result.data?.totalCount)}
              fetchList={(onBytes) => downloadFile(adminPayments.export, { query }, { onBytes })}
            />
          ),
        }}
        label="Payments"
        columns={buildPaymentColumns(refund, adminBilling)}
        result={result}
        rowId={({ transactionId }) => transactionId}
        state={state}
        onState={onState}
        searchBy="user or invoice"
        empty={{ icon: ReceiptText, title: 'No payments yet', text: 'Paid and failed payments are listed here.' }}
      />
      {Dialog && payer && <Dialog user={payer} payment={payment} onClose={() => setPayment(undefined)} />}
    </>
  )
}
