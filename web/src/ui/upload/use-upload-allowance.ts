import { uploads } from '@dooryard/contract/data/uploads'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../lib/api/query.ts'
import { formatAllowance, getUploadError } from './upload-allowance.ts'

export const uploadAllowanceQuery = () => buildQuery(uploads.allowance, {})

export function useUploadAllowance(file: File | undefined) {
  const { data, refetch } = useQuery(uploadAllowanceQuery())
  return {
    limits: data && formatAllowance(data),
    refusal: getUploadError(file, data),
    /** Fetches the allowance again before refusing a file: a new day may have begun, or an upload may have failed. */
    mayUpload: async (given: File) => !getUploadError(given, data) || !getUploadError(given, (await refetch()).data),
  }
}
