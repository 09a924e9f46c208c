//! What only the engine can tell about a value.

use roundel_jsc::{Ctx, JsResult, Object, PromiseState};

use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let cell_type = ctx.function("cellType", |ctx, args| {
        let kind = args.at(0).as_object(ctx).map_or(0, |object| object.cell_type());
        Ok(ctx.int32(kind.into()))
    });
    binding.set(ctx, "cellType", cell_type)?;
    let structure_id = ctx.function("structureId", |ctx, args| {
        let id = args.at(0).as_object(ctx).map_or(0, |object| object.structure_id());
        Ok(ctx.number(id.into()))
    });
    binding.set(ctx, "structureId", structure_id)?;
    let structure_without_elements = ctx.function("structureWithoutElements", |ctx, args| {
        let object = args.at(0).as_object(ctx).filter(|object| object.elements_kind() == 0);
        Ok(ctx.number(object.map_or(0, |object| object.structure_id()).into()))
    });
    binding.set(ctx, "structureWithoutElements", structure_without_elements)?;
    let proxy_details = ctx.function("getProxyDetails", |ctx, args| {
        let Some(object) = args.at(0).as_object(ctx) else { return Ok(ctx.undefined()) };
        let environment = Environment::of(ctx);
        let Some(pristine) = environment.pristine.get() else { return Ok(ctx.undefined()) };
        if object.cell_type() != pristine.proxy_type {
            return Ok(ctx.undefined());
        }
        // The one question that a revoked proxy does not pass on to its target.
        let is_array = pristine.is_array.get(ctx).as_function(ctx);
        let revoked = is_array.is_none_or(|ask| ask.call(ctx, None, &[args.at(0)]).is_err());
        let details = match object.proxy_target().filter(|_| !revoked) {
            Some(target) => ctx.array(&[target.into(), ctx.undefined()])?,
            None => ctx.array(&[ctx.null(), ctx.null()])?,
        };
        Ok(details.into())
    });
    binding.set(ctx, "getProxyDetails", proxy_details)?;
    let promise_details = ctx.function("getPromiseDetails", |ctx, args| {
        let Some((state, result)) = args.at(0).promise_state(ctx) else {
            return Ok(ctx.undefined());
        };
        let state = match state {
            PromiseState::Pending => 0,
            PromiseState::Fulfilled => 1,
            PromiseState::Rejected => 2,
        };
        Ok(ctx.array(&[ctx.int32(state), result])?.into())
    });
    binding.set(ctx, "getPromiseDetails", promise_details)?;
    // The engine gives no view of an iterator that does not advance it.
    let preview = ctx.function("previewEntries", |ctx, _| Ok(ctx.undefined()));
    binding.set(ctx, "previewEntries", preview)?;
    Ok(binding)
}
