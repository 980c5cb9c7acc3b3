/** How the client names itself. Without a version, which would only tell the service whom it serves. */
export const userAgent = 'market-data-explorer';
