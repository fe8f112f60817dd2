import { minuteMs } from '@dooryard/contract/api/time'
import { type ValuationExport, valuations } from '@dooryard/contract/properties/valuation'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { toValuationQuery, type ValuationState } from './valuation-state.ts'

/** The estimate and its comparables; the former ones stay while the next are chosen. */
export const valuationQuery = (id: string, state: ValuationState) => ({
  ...buildLiveQuery(valuations.get, { params: { id }, body: toValuationQuery(state) }),
  staleTime: minuteMs,
})

type OfferTerms = Partial<Pick<ValuationExport, 'afterRepairValue' | 'offerPercent' | 'repairs' | 'fee'>>
type ExportInput = { id: string; name: string; state: ValuationState; terms: OfferTerms }

/** Saves the estimate with its comparables as they are shown. */
export const useExportValuation = ({ id, name, state, terms }: ExportInput) =>
  useMutation({
    mutationFn: async (format: ValuationExport['format']) => {
      const { isSameType, ...chosen } = toValuationQuery(state)
      const query = { ...chosen, ...(isSameType !== undefined && { isSameType: String(isSameType) }), ...terms, format }
      const file = await downloadFile(valuations.export, { params: { id }, query })
      return { file, fileName: `${name}.${format.toLowerCase()}` }
    },
    onSuccess: ({ file, fileName }) => {
      saveBlob(file, fileName)
      showSuccessToast(`${fileName} saved`)
    },
  })
