/**
 * Server settings by name, sized for a machine with 2 GB that also runs Node, and for the connections of one
 * small shop. As arguments they outrank every file, including that of ALTER SYSTEM.
 */
export function serverSettings(socketFolder: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),

    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    max_connections: '100',
    shared_buffers: '128MB',
    // Containers give /dev/shm 64 MB, and logind empties it when the user who started Node logs out.
    dynamic_shared_memory_type: 'mmap',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    // DETAIL and STATEMENT lines hold typed values: names, CPFs, passwords in ALTER ROLE.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
}

/** Only part of the socket's file name: the server listens on no TCP port. */
export const SOCKET_PORT = 5432;
