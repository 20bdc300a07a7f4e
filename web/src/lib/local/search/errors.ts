/** Why a search gave no answer: a file is missing, memory is short, the request is wrong, or the program failed. */
export type SearchFault = 'missing' | 'memory' | 'refused' | 'failed';

export class SearchError extends Error {
  readonly fault: SearchFault;

  constructor(fault: SearchFault, message: string) {
    super(message);
    this.name = 'SearchError';
    this.fault = fault;
  }
}

/** Any error as a `SearchError`; a `RangeError` means that memory is short. */
export function searchError(error: unknown): SearchError {
  if (error instanceof SearchError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SearchError(error instanceof RangeError ? 'memory' : 'failed', message);
}
