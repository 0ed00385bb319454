/** Global name of the array with the lines of data that a streamed document adds. `null` ends them. */
export const STREAM_QUEUE = "loggiaData";
