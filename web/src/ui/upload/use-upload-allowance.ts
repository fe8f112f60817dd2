import { uploads } from '@dooryard/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query.ts'
import { formatAllowance, whyNotUploaded } from './upload-allowance.ts'

export const uploadAllowance = () => queryOf(uploads.allowance, {})

export function useUploadAllowance(file: File | undefined) {
  const { data, refetch } = useQuery(uploadAllowance())
  return {
    limits: data && formatAllowance(data),
    refusal: whyNotUploaded(file, data),
    /** Asks the server again before a file is refused: another day may have begun, or an upload have failed. */
    mayUpload: async (given: File) => !whyNotUploaded(given, data) || !whyNotUploaded(given, (await refetch()).data),
  }
}
