/** What the thread that reads Parquet is started with, where its script is that of other threads, too. */
export const forParquet = 'parquet';
