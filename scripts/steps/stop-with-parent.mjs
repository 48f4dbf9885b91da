/**
 * Loaded into the server before its own code (node --import). The server runs in a session of its own, so
 * nothing else would end it when the command that started it is killed with SIGKILL: the next start would
 * find its port and its data folder taken.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone must not keep the server alive.
  process.channel.unref();
}
