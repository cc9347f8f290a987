use std::io;
use std::net::{SocketAddr, TcpListener};

use socket2::{Domain, Protocol, Socket, Type};

/// Connections that the system holds for a door before it is taken.
const BACKLOG: i32 = 1024;

/// One door's address and a listener for each worker.
#[derive(Debug)]
pub struct Listeners {
    /// The address, with the port that was given out when 0 was asked for.
    pub addr: SocketAddr,
    /// One a worker, all on that address: the system spreads connections over them, so that workers share nothing.
    pub each: Vec<TcpListener>,
}

/// Listens on an address once for each worker.
///
/// # Errors
///
/// The address is taken or is not ours.
pub fn bind(addr: SocketAddr, workers: usize) -> io::Result<Listeners> {
    // A plain socket first: one that shares its port would be let in beside another program's.
    let probe = listener(addr, false)?;
    let addr = probe.local_addr()?;
    if !cfg!(target_os = "linux") {
        // Only Linux spreads connections over sockets that share a port; elsewhere workers share one socket.
        let each = (0..workers.max(1)).map(|_| probe.try_clone()).collect::<io::Result<_>>()?;
        return Ok(Listeners { addr, each });
    }
    drop(probe);
    let each = (0..workers.max(1)).map(|_| listener(addr, true)).collect::<io::Result<_>>()?;
    Ok(Listeners { addr, each })
}

fn listener(addr: SocketAddr, shared: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(addr), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    if shared {
        share_port(&socket)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&addr.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

#[cfg(unix)]
fn share_port(socket: &Socket) -> io::Result<()> {
    socket.set_reuse_port(true)
}

#[cfg(not(unix))]
fn share_port(_socket: &Socket) -> io::Result<()> {
    Ok(())
}
